import { randomUUID } from 'node:crypto';
import { waitFor } from '@countersign/testing';

export interface Edges {
  readonly gateway: string;
  readonly approvals: string;
  readonly recovery: string;
  readonly identity: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Reply {
  readonly code: string;
  readonly text: string;
  readonly cards: readonly { proposalId: string; digest: string }[];
}

/** A signed-in person or agent, speaking to the product as a browser or a chat gateway would. */
export class Person {
  #token: Promise<string> | undefined;
  readonly conversationId: string = randomUUID();

  constructor(
    readonly name: string,
    private readonly edges: Edges,
  ) {}

  token(): Promise<string> {
    this.#token ??= signIn(this.name, this.edges.identity);
    return this.#token;
  }

  /** Says something in a conversation; answers the ids that the gateway gave. */
  async say(
    text: string,
    conversationId = this.conversationId,
  ): Promise<{ conversationId: string; caseId: string }> {
    const message = { conversationId, messageId: randomUUID(), text };
    // The id of the message makes it safe to send again, also where nobody answered at all.
    const answer = await onceItAnswers(() => this.send('POST', `${this.edges.gateway}/v1/messages`, message));
    if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return { conversationId, caseId: String(answer.body['caseId']) };
  }

  async conversation(conversationId = this.conversationId): Promise<Record<string, unknown>> {
    return (await this.send('GET', `${this.edges.gateway}/v1/conversations/${conversationId}`)).body;
  }

  async replies(conversationId = this.conversationId): Promise<readonly Reply[]> {
    const { replies } = await this.conversation(conversationId);
    return Array.isArray(replies) ? (replies as Reply[]) : [];
  }

  /** The first reply, from the nth on, that fits. */
  waitForReply(
    what: string,
    fits: (reply: Reply) => boolean,
    options: { from?: number; conversationId?: string; withinMs?: number } = {},
  ): Promise<Reply> {
    const conversationId = options.conversationId ?? this.conversationId;
    return waitFor(
      `a reply to ${this.name}: ${what}`,
      async () => (await this.replies(conversationId)).slice(options.from ?? 0).find(fits),
      {
        ...(options.withinMs === undefined ? {} : { withinMs: options.withinMs }),
        describe: async () => JSON.stringify(await this.conversation(conversationId), null, 1),
      },
    );
  }

  card(proposalId: string): Promise<HttpAnswer> {
    return this.send('GET', `${this.edges.approvals}/v1/proposals/${proposalId}/card`);
  }

  /** The card, once people are asked, or once there is nothing left to ask. */
  cardWhenAsked(proposalId: string): Promise<Record<string, unknown>> {
    return waitFor(`a card of ${proposalId} for ${this.name}`, async () => {
      const shown = await this.card(proposalId);
      const { code } = (shown.body['mayDecide'] ?? {}) as { code?: string };
      return shown.status === 200 && code !== 'not_asked_yet' ? shown.body : undefined;
    });
  }

  /** Opens the card and decides on what it shows; `change` alters what is sent. */
  async decide(proposalId: string, decision: 'approve' | 'reject', change: object = {}): Promise<HttpAnswer> {
    const card = await this.cardWhenAsked(proposalId);
    const { digest, sight } = card;
    const why =
      decision === 'reject'
        ? { reason: 'not convinced', noteToCustomer: 'We looked at it and decided against it.' }
        : {};
    return this.send('POST', `${this.edges.approvals}/v1/proposals/${proposalId}/decisions`, {
      decision,
      digest,
      sight,
      ...why,
      ...change,
    });
  }

  propose(body: object, key: string = randomUUID()): Promise<HttpAnswer> {
    return this.send('POST', `${this.edges.gateway}/v1/proposals`, body, { 'idempotency-key': key });
  }

  proposal(id: string): Promise<HttpAnswer> {
    return this.send('GET', `${this.edges.gateway}/v1/proposals/${id}`);
  }

  recovery(method: string, path: string, body?: object): Promise<HttpAnswer> {
    return this.send(method, `${this.edges.recovery}/v1/recovery${path}`, body);
  }

  stops(method: string, path = '', body?: object): Promise<HttpAnswer> {
    return this.send(method, `${this.edges.recovery}/v1/stops${path}`, body);
  }

  /**
   * A page that cannot be reached is opened again; whatever may change something is sent once, and again only where
   * the answer asks for it: nothing is known to have happened, and what is said twice is done once.
   */
  send(
    method: string,
    url: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const once = () => this.#sendOnce(method, url, { body, headers });
    return method === 'GET' ? onceItAnswers(() => onceItServes(once)) : onceItServes(once);
  }

  async #sendOnce(
    method: string,
    url: string,
    { body, headers }: { body: object | string | undefined; headers: Record<string, string> },
  ): Promise<HttpAnswer> {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${await this.token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  }
}

/** Asks again while the answer is "not now". */
function onceItServes(ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  return waitFor(
    'an answer that is not 503',
    async () => {
      const answer = await ask();
      return answer.status === 503 ? undefined : answer;
    },
    { withinMs: 60_000 },
  );
}

/** Asks again as long as nobody is there, as after a restart; what is asked must be safe to repeat. */
function onceItAnswers(ask: () => Promise<HttpAnswer | undefined>): Promise<HttpAnswer> {
  return waitFor(
    'somebody to answer',
    () =>
      ask().catch((error: unknown) => {
        // Only a connection that failed has such a cause; a fault of the test has none.
        if ((error as { cause?: { code?: string } }).cause?.code === undefined) throw error;
        return undefined;
      }),
    { withinMs: 60_000 },
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}

async function signIn(name: string, identity: string): Promise<string> {
  const agent = {
    grant_type: 'client_credentials',
    client_id: name,
    client_secret: 'sandbox-helpdesk-bot-secret',
  };
  const person = { grant_type: 'urn:countersign:sandbox:person', person: name };
  const answer = await fetch(`${identity}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(name === 'helpdesk-bot' ? agent : person).toString(),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`${name} could not sign in: ${answer.status}`);
  return token;
}
