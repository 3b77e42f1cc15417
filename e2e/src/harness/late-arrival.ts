import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import type { System } from './system.js';

/**
 * A copy of a request that was on its way for longer than anybody believes possible: payments takes it now, and says a
 * moment later that the refund was made. Answers its reference.
 */
export async function arrivesLate(
  system: System,
  {
    charge,
    operationId,
    amountMinor,
  }: Readonly<Record<'charge' | 'operationId', string>> & { amountMinor: number },
): Promise<string> {
  await system.admin.changeCharge(charge, { refundStatus: 'pending' });
  const form = {
    ...{ charge, amount: String(amountMinor) },
    ...{ 'metadata[operation_id]': operationId, 'metadata[currency]': 'EUR' },
  };
  const answer = await fetch(`${system.sandbox.urls.payments}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEFAULT_KEYS.payments}`, 'idempotency-key': `late-${operationId}` },
    body: new URLSearchParams(form),
  });
  if (!answer.ok)
    throw new Error(`The late request was answered with ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { readonly id: string };
  await system.admin.change(`/payments/refunds/${id}`, { status: 'succeeded' });
  return id;
}
