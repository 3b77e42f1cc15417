import { connect } from 'node:net';

/** Bytes as no well-behaved client would send them; the head's lines, and what follows, as they are given. */
export async function rawly(
  url: string,
  lines: readonly string[],
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(Buffer.from(lines.join('\r\n'), 'latin1'));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}
