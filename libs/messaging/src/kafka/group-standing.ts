import type { Admin } from 'kafkajs';
import type { Progress } from '../delivery/stall-watch.js';

/**
 * How far a group is, as the broker knows it, whatever its members believe of themselves: messages behind which
 * nothing is committed, and the sum of what is. Of these topics, by their names on the broker; of all that the group ever committed for when none are named.
 * A partition without a commit counts from its beginning.
 */
export async function groupStanding(
  admin: Admin,
  groupId: string,
  topics?: readonly string[],
): Promise<Progress> {
  const named = topics === undefined ? {} : { topics: [...topics] };
  const commits = await admin.fetchOffsets({ groupId, ...named });
  let [lag, mark] = [0n, 0n];
  for (const { topic, partitions } of commits) {
    const at = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const reached = at.get(partition) ?? -1n;
      const from = reached > BigInt(low) ? reached : BigInt(low);
      if (BigInt(high) > from) lag += BigInt(high) - from;
      if (reached > 0n) mark += reached;
    }
  }
  return { lag: Number(lag), mark };
}
