import { serve } from '@countersign/messaging';
import { definition } from './policy-gate.module.js';

await serve(definition);
