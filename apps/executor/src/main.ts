import { serve } from '@countersign/messaging';
import { definition } from './executor.module.js';

await serve(definition);
