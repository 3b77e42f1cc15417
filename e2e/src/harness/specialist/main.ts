import { services } from '@countersign/cli/composition';
import { serve } from '@countersign/messaging';
import { plannerAt } from '../planner-over-http.js';
import { planningWith } from '../planning-with.js';

/** The refund specialist as a process of its own, with a test's planner behind its port (`PLANNER_URL`). */
const specialist = services.find(({ service }) => service === 'refund_specialist');
const url = process.env['PLANNER_URL'];
if (specialist === undefined || url === undefined) throw new Error('PLANNER_URL is not set.');
await serve(planningWith(plannerAt(url), specialist));
