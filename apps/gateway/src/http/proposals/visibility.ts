import type { Drafted } from '@countersign/domain';
import type { Principal } from '@countersign/identity';

/**
 * Who of the tenant may read a proposal: staff, the customer it is for, and whoever asked for it here. To anybody
 * else it does not exist. A specialist's name is ours, not a subject of the identity provider.
 */
export function maySee({ author, customer }: Drafted['draft'], { kind, subject }: Principal): boolean {
  if (kind === 'staff') return true;
  if (kind === 'customer') return customer === subject;
  return author.kind === 'agent' && author.subject === subject;
}
