import { CommandRefused } from '../terminal/refusal.js';

/** What the sandbox's payments sign with when they say something by themselves. It guards nothing real. */
export const sandboxWebhookSecret = 'whsec_sandbox_of_fjordlight';

const ANSWERS_WITHIN_MS = 10_000;

/** Tells the sandbox's payments where to say what happened later: at the reconciler, for the shop's tenant. */
export async function pointPaymentsAt(
  reconciler: string | undefined,
  { admin }: { readonly admin: string },
): Promise<void> {
  if (reconciler === undefined) return;
  const url = `${reconciler}/v1/webhooks/payments/fjordlight`;
  const answer = await fetch(`${admin}/payments/webhooks`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, secret: sandboxWebhookSecret }),
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  if (!answer.ok)
    throw new CommandRefused(`The sandbox did not take the webhook address (${answer.status}).`);
}
