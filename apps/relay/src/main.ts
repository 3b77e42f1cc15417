import { startOrSayWhy } from '@countersign/messaging';
import { startProgram } from './program.js';

const { stop } = await startOrSayWhy('relay', () => startProgram(process.env));
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
