import { serve } from '@countersign/messaging';
import { definition } from './refund-specialist.module.js';

await serve(definition);
