import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '../wait-for.js';
import { openProxy, type TcpProxy } from './proxy.js';

/** A target that keeps what it hears and answers each piece with the same bytes in capitals. */
let target: Server;
let heard: string;
let atTarget: Socket[];
let proxy: TcpProxy;
let clients: Client[];

interface Client {
  readonly socket: Socket;
  readonly got: () => string;
  readonly end: () => string | undefined;
}

beforeEach(async () => {
  heard = '';
  clients = [];
  atTarget = [];
  target = createServer((socket) => {
    atTarget.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      socket.write(bytes.toString().toUpperCase());
    });
  });
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const address = target.address();
  if (address === null || typeof address === 'string') throw new Error('The target has no port.');
  proxy = await openProxy({ target: { host: '127.0.0.1', port: address.port } });
});

afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await proxy.close();
  await new Promise((closed) => target.close(closed));
});

function client(): Client {
  const socket = connect(proxy.port, '127.0.0.1');
  let got = '';
  let end: string | undefined;
  socket.on('data', (bytes) => {
    got += bytes.toString();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end ??= error.code;
  });
  socket.on('end', () => {
    end ??= 'closed';
  });
  const made = { socket, got: () => got, end: () => end };
  clients.push(made);
  return made;
}

const until = (what: string, holds: () => boolean) => waitFor(what, () => (holds() ? true : undefined));

describe('a way between two programs', () => {
  it('carries every byte both ways and in order, and hands over the end of each side', async () => {
    const one = client();
    const text = 'abcdefghij'.repeat(200_000);
    one.socket.end(text);
    await until('everything to come back', () => one.got().length === text.length);
    expect(heard).toBe(text);
    expect(one.got()).toBe(text.toUpperCase());
    await until('the end', () => one.end() !== undefined);
    expect(one.end()).toBe('closed');
    await until('no connection left', () => proxy.connections() === 0);
  });

  it('gives a URL that goes through it', () => {
    expect(proxy.through('postgres://a:b@db.example:5432/c?d=1')).toBe(
      `postgres://a:b@127.0.0.1:${proxy.port}/c?d=1`,
    );
  });

  it('once cut, resets what is open and refuses what is new; restored, it works on the same port', async () => {
    const open = client();
    open.socket.write('a');
    await until('an answer', () => open.got() === 'A');
    await proxy.cut();
    await until('the reset', () => open.end() !== undefined);
    expect(open.end()).toBe('ECONNRESET');
    const refused = client();
    await until('the refusal', () => refused.end() !== undefined);
    expect(refused.end()).toBe('ECONNREFUSED');

    await proxy.restore();
    const again = client();
    again.socket.write('b');
    await until('an answer', () => again.got() === 'B');
  });

  it('resets what is open without refusing what is new', async () => {
    const open = client();
    open.socket.write('a');
    await until('an answer', () => open.got() === 'A');
    proxy.reset();
    await until('the reset', () => open.end() !== undefined);
    const next = client();
    next.socket.write('b');
    await until('an answer', () => next.got() === 'B');
  });

  it('passes on that a side was killed, as a reset', async () => {
    const one = client();
    one.socket.write('a');
    await until('an answer', () => one.got() === 'A');
    for (const socket of atTarget) socket.resetAndDestroy();
    await until('the reset', () => one.end() !== undefined);
    expect(one.end()).toBe('ECONNRESET');
  });

  it('delays without changing the order, also when the delay is taken away meanwhile', async () => {
    const one = client();
    proxy.delay(60_000, 'to_client');
    one.socket.write('slow');
    await until('the target to hear it', () => heard === 'slow');
    expect(one.got()).toBe('');
    proxy.delay(0, 'to_client');
    one.socket.write('fast');
    await until('both answers', () => one.got() === 'SLOWFAST');
  });

  it('makes each piece wait at least the delay', async () => {
    const one = client();
    proxy.delay(80);
    const before = performance.now();
    one.socket.write('a');
    await until('the answer', () => one.got() === 'A');
    expect(performance.now() - before).toBeGreaterThanOrEqual(155);
  });

  it('held, keeps connections and lets nothing through; restored, it delivers what waited', async () => {
    const one = client();
    one.socket.write('a');
    await until('an answer', () => one.got() === 'A');
    proxy.hold('to_target');
    one.socket.write('b');
    const late = client();
    late.socket.write('c');
    await until('the new connection', () => proxy.connections() === 2);
    expect([heard, one.got(), one.end(), late.end()]).toEqual(['a', 'A', undefined, undefined]);
    await proxy.restore();
    await until('both answers', () => one.got() === 'AB' && late.got() === 'C');
  });

  it('loses answers to requests the target has heard, and never uses such a connection again', async () => {
    const one = client();
    proxy.dropResponses();
    one.socket.write('pay');
    await until('the target to hear it', () => heard === 'pay');
    expect(one.got()).toBe('');
    // The answer must have been lost before the way is mended.
    const untouched = client();
    await until('the second connection', () => proxy.connections() === 2);
    one.socket.write(' again');
    await until('the second request', () => heard === 'pay again');
    await proxy.restore();
    await until('the reset', () => one.end() !== undefined);
    expect(one.got()).toBe('');
    untouched.socket.write('d');
    await until('an answer', () => untouched.got() === 'D');
  });
});
