/** What a stop holds: everything of the tenant, or everything of it that goes to one target system. */
export type StopScope = { readonly kind: 'tenant' } | { readonly kind: 'target'; readonly system: string };

const systemName = /^[a-z][a-z0-9-]{0,62}$/;

/** `tenant` or `target-payments`: what follows the category in the name of the stop's stream. */
export function scopeId(scope: StopScope): string {
  return scope.kind === 'tenant' ? 'tenant' : `target-${scope.system}`;
}

/** Undefined for what names no scope. */
export function scopeOf(id: string): StopScope | undefined {
  if (id === 'tenant') return { kind: 'tenant' };
  const system = id.startsWith('target-') ? id.slice('target-'.length) : '';
  return systemName.test(system) ? { kind: 'target', system } : undefined;
}

/** The stops that a call to this system has to pass, the widest first. */
export function scopesOver(system: string): readonly string[] {
  return [scopeId({ kind: 'tenant' }), scopeId({ kind: 'target', system })];
}
