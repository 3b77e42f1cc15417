import { serve } from '@countersign/messaging';
import { definition } from './approval-service.module.js';

await serve(definition);
