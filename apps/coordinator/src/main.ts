import { serve } from '@countersign/messaging';
import { definition } from './coordinator.module.js';

await serve(definition);
