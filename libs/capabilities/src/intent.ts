import { intentOf } from '@countersign/contracts';
import type { Action, TenantId } from '@countersign/domain';
import { capabilities } from './registry.js';

/**
 * The intent of an action, less what only explains it: a planner that proposes the same refund again with another
 * reason or note would otherwise have made a second one, as long as the charge bears it (C03).
 */
export function intentOfAction(
  tenant: TenantId,
  action: Action,
  distinctFrom: readonly string[] = [],
): string {
  const explaining = capabilities.byKind(action.kind)?.explaining ?? [];
  const kept = Object.entries(action.arguments).filter(([name]) => !explaining.includes(name));
  return intentOf(tenant, { ...action, arguments: Object.fromEntries(kept) }, distinctFrom);
}
