import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Type } from 'class-transformer';
import { IsInt, IsString, MaxLength, Min, ValidateNested } from 'class-validator';
import { poison, retryable } from '../failure/failure.js';
import type { Host } from '../host/host.js';
import { append, someEvent } from '../testing/events.js';
import { postgresWorld } from '../testing/postgres-world.js';
import { until } from '../testing/until.js';
import type { TransportWorld } from '../testing/world.js';
import { conflict } from './problem.js';
import type { ProblemDocument } from './problem-document.js';

class Line {
  @IsInt()
  @Min(1)
  amountMinor!: number;
}

class Order {
  @IsString()
  @MaxLength(40)
  note!: string;

  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];
}

@Controller('orders')
class Orders {
  @Post()
  place(@Body() order: Order) {
    return { lines: order.lines.length };
  }

  @Get('taken')
  taken() {
    throw conflict('Somebody was faster.', 'slot_filled');
  }

  @Get('broken')
  broken() {
    throw new Error('password=hunter2');
  }

  @Get('away')
  away() {
    throw retryable('store_unavailable', 'The store is away.');
  }
}

@Controller()
class ParkWhenRouted {
  @EventPattern('CaseRouted')
  hear(_event: unknown) {
    throw poison('unreadable', 'Through a hybrid application.');
  }
}

describe('the HTTP edge', () => {
  let world: TransportWorld;
  let host: Host;
  let url: string;
  beforeAll(async () => {
    world = await postgresWorld();
    host = await world.start([
      {
        service: 'gateway',
        readConfig: () => ({}),
        module: () => ({ module: class Shop {}, controllers: [Orders, ParkWhenRouted] }),
        http: { portOf: () => 0, title: 'Shop', prefix: 'v1' },
      },
    ]);
    url = host.urlOf('gateway') ?? '';
  });
  afterAll(async () => {
    await host.stop();
    await world.close();
  });

  const post = (body: string, type = 'application/json') =>
    fetch(`${url}/v1/orders`, { method: 'POST', headers: { 'content-type': type }, body });

  async function problem(answer: Response, status: number, code: string) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const body = (await answer.json()) as ProblemDocument;
    expect({ is: answer.status, ...body }).toMatchObject({
      is: status,
      status,
      code,
      type: `urn:countersign:problem:${code}`,
    });
    expect(body.instance).toMatch(/^urn:countersign:request:[0-9a-f-]{36}$/);
    return body;
  }

  test('a good request is answered', async () => {
    const answer = await post('{"note":"two","lines":[{"amountMinor":1},{"amountMinor":2}]}');
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ lines: 2 });
  });

  test('every bad field is named, nested ones by their path, unknown ones too', async () => {
    const body = await problem(
      await post('{"note":7,"lines":[{"amountMinor":0,"extra":1}]}'),
      400,
      'invalid_request',
    );
    const fields = body.errors?.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set(['note', 'lines.0.amountMinor', 'lines.0.extra']));
    expect(JSON.stringify(body)).not.toContain('hunter');
  });

  test.each([
    ['no JSON at all', 'hello {', 400, 'bad_request'],
    ['an empty body', '', 400, 'bad_request'],
    ['a list', '[1]', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['a number', '7', 400, 'invalid_request'],
    ['a body of more than 1 MB', JSON.stringify({ note: 'x'.repeat(1_100_000) }), 413, 'body_too_large'],
    ['a poisoned prototype', '{"__proto__":{"a":1}}', 400, 'bad_request'],
  ])('%s is a problem, never a 500', async (_name, body, status, code) => {
    await problem(await post(body), status, code);
  });

  test('text that could not be stored is refused, and the field named', async () => {
    const zero = await problem(await post('{"note":"a\\u0000b","lines":[]}'), 400, 'invalid_request');
    expect(zero.errors?.[0]?.field).toBe('note');
    const lone = await problem(
      await post('{"note":"ok","lines":[{"amountMinor":"\\ud800"}]}'),
      400,
      'invalid_request',
    );
    expect(lone.errors?.[0]?.field).toBe('lines.0.amountMinor');
    await problem(await fetch(`${url}/v1/orders?x=%00`), 400, 'invalid_request');
  });

  test('another kind of body, another address, a broken address', async () => {
    await problem(await post('<a/>', 'application/xml'), 415, 'unsupported_media_type');
    await problem(await fetch(`${url}/nowhere`), 404, 'not_found');
    await problem(await fetch(`${url}/v1/%zz`), 400, 'bad_request');
  });

  test('refusals have their code; what nobody foresaw says nothing; an absent store is a 503', async () => {
    const taken = await problem(await fetch(`${url}/v1/orders/taken`), 409, 'slot_filled');
    expect(taken.detail).toBe('Somebody was faster.');
    const broken = await problem(await fetch(`${url}/v1/orders/broken`), 500, 'internal_error');
    expect(JSON.stringify(broken)).not.toContain('hunter2');
    await problem(await fetch(`${url}/v1/orders/away`), 503, 'store_unavailable');
  });

  test('says whether it lives and is ready, and documents itself', async () => {
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toContain('/v1/orders');
    const page = await fetch(`${url}/docs`);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  test('a rule of a hybrid application fails with its own error', async () => {
    await append(world.store, 'case-hybrid', 0, someEvent('CaseRouted'));
    await until(async () => (await host.parked()).length === 1);
    expect((await host.parked())[0]).toMatchObject({ kind: 'poison', code: 'unreadable', status: 'parked' });
  });
});
