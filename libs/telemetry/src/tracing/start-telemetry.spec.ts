import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { startTelemetry } from './start-telemetry.js';
import { currentTraceparent, parseTraceparent } from './traceparent.js';

describe('telemetry', () => {
  it('without an endpoint loads nothing of the SDK', () => {
    const entry = new URL('../telemetry.js', import.meta.url).href;
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => { loaded.push(name); return next(name, context); } });
      const { startTelemetry } = await import(${JSON.stringify(entry)});
      const { exporting } = await startTelemetry({ service: 'executor', otlpEndpoint: '' });
      console.log(JSON.stringify({ exporting, sdk: loaded.filter((name) => /sdk-node|exporter/.test(name)) }));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual({ exporting: false, sdk: [] });
  });

  it('with one sends spans there, gives their context to messages, and stops cleanly', async () => {
    const paths: (string | undefined)[] = [];
    const collector = createServer((request, response) => {
      paths.push(request.url);
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const address = collector.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const telemetry = await startTelemetry({
      service: 'executor',
      otlpEndpoint: `http://127.0.0.1:${port}/`,
    });
    const inside = trace.getTracer('test').startActiveSpan('work', (span) => {
      const traceparent = currentTraceparent();
      span.end();
      return { traceparent, traceId: span.spanContext().traceId };
    });
    await telemetry.stop();
    await telemetry.stop();
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
    expect(parseTraceparent(inside.traceparent)?.traceId).toBe(inside.traceId);
    expect(telemetry.exporting).toBe(true);
    expect(paths).toEqual(['/v1/traces']);
  });
});
