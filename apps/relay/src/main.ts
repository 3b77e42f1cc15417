import { startProgram } from './program.js';

const { stop } = await startProgram(process.env);
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
