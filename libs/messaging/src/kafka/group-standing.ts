import type { Admin } from 'kafkajs';

/** How far a group is, as the broker knows it: whatever its members believe of themselves. */
export interface GroupStanding {
  /** Messages of its topics behind which it has committed nothing. */
  readonly lag: number;
  /** Rises with every commit. */
  readonly committed: bigint;
}

/**
 * Of these topics, by their names on the broker; of all that the group ever committed for when none are named.
 * A partition without a commit counts from its beginning.
 */
export async function groupStanding(
  admin: Admin,
  groupId: string,
  topics?: readonly string[],
): Promise<GroupStanding> {
  const named = topics === undefined ? {} : { topics: [...topics] };
  const commits = await admin.fetchOffsets({ groupId, ...named });
  let [lag, committed] = [0n, 0n];
  for (const { topic, partitions } of commits) {
    const at = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const reached = at.get(partition) ?? -1n;
      const from = reached > BigInt(low) ? reached : BigInt(low);
      if (BigInt(high) > from) lag += BigInt(high) - from;
      if (reached > 0n) committed += reached;
    }
  }
  return { lag: Number(lag), committed };
}
