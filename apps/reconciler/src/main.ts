import { serve } from '@countersign/messaging';
import { definition } from './reconciler.module.js';

await serve(definition);
