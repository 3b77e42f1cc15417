/** The first Node that everything runs on; the one that comes with `npm ci` is not older. */
const NODE_MAJOR = 24;

/**
 * Starts a program. What whoever runs it can mend (a setting, a taken port, an old Node) ends it with one sentence on
 * stderr and exit code 1; a stack is for bugs and comes with everything else.
 */
export async function startOrSayWhy<Started>(
  program: string,
  start: () => Promise<Started>,
): Promise<Started> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
    return end(program, `it needs Node ${NODE_MAJOR}, and this is ${process.versions.node}.`);
  try {
    return await start();
  } catch (error) {
    const why = whyOf(error);
    if (why === undefined) throw error;
    return end(program, why);
  }
}

function end(program: string, why: string): never {
  process.stderr.write(`${program} cannot start: ${why}\n`);
  process.exit(1);
}

function whyOf(error: unknown): string | undefined {
  const { code, message, address, port } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly port?: number;
  };
  if (code === 'configuration_invalid') return message;
  if (code === 'EADDRINUSE') return `port ${port} of ${address} is in use by another program.`;
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} of ${address} may not be used by this user.`;
  return undefined;
}
