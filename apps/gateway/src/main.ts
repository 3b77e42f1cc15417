import { serve } from '@countersign/messaging';
import { definition } from './gateway.module.js';

await serve(definition);
