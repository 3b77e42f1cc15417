import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { capabilities } from '@countersign/capabilities';
import { loopbackPort } from '@countersign/event-store/embedded';
import {
  type Answer,
  type Brain,
  ModelStandIn,
  type Request,
  sensibleBrain,
} from '@countersign/planning/testing';

const sensible = sensibleBrain(capabilities.all.map(({ rules }) => rules));

/** A model provider on the loopback, whose brain a test changes; the coordinator's part stays sensible. */
export class ServedStandIn {
  private constructor(
    readonly model: ModelStandIn,
    private readonly server: Server,
  ) {}

  static async start(): Promise<ServedStandIn> {
    const model = new ModelStandIn(sensible);
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([key, to]) => [key, String(to)]),
      );
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const answer = model.answer(JSON.parse(Buffer.concat(chunks).toString('utf8')), headers, gone.signal);
      response.writeHead(answer.status, Object.fromEntries(answer.headers.entries()));
      const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
      body.on('error', () => response.destroy()).pipe(response);
    });
    const port = await loopbackPort(0);
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    return new ServedStandIn(model, server);
  }

  /** What a service needs to be told to ask this model. */
  get settings(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return {
      ...{ PLANNER: 'model', MODEL_PROVIDER: 'openai-compatible', MODEL_NAME: 'stand-in' },
      MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`,
      MODEL_PRICES_FILE: new URL('../../../deploy/planner/model-prices.json', import.meta.url).pathname,
      PLAN_AGAIN_AFTER_MS: '50,100,200',
    };
  }

  /** The specialist's model does this from now on. */
  specialist(brain: Brain): void {
    this.model.brain = (request) => (isSpecialist(request) ? brain(request) : sensible(request));
  }

  /** First these answers to the specialist, one a call; then it is sensible. */
  first(...answers: Answer[]): void {
    const left = [...answers];
    this.specialist((request) => left.shift() ?? sensible(request));
  }

  sensible(): void {
    this.model.brain = sensible;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

function isSpecialist({ document }: Request): boolean {
  return (document.role as { kind?: string }).kind === 'specialist';
}

export { sensible as sensibleModel };
