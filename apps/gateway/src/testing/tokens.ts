const person = 'urn:countersign:sandbox:person';
const bot = 'sandbox-helpdesk-bot-secret';

/** Tokens of the sandbox's identity provider: good ones by the front door, bad ones from its admin. */
export function tokensOf(urls: { readonly identity: string; readonly admin: string }, adminKey: string) {
  const known = new Map<string, Promise<string>>();
  const once = (name: string, made: () => Promise<string>) => {
    const token = known.get(name) ?? made();
    known.set(name, token);
    return token;
  };
  return {
    /** `helpdesk-bot` signs in with its secret, everybody else as a person. */
    of: (name: string): Promise<string> => once(name, () => issued(urls.identity, formOf(name))),
    fresh: (name: string): Promise<string> => issued(urls.identity, formOf(name)),
    bad: async (kind: string, who: string, seconds = 7_200): Promise<string> => {
      const body = await posted(`${urls.admin}/identity/tokens`, {
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kind, person: who, seconds }),
      });
      return String(body['token']);
    },
  };
}

function formOf(name: string): Record<string, string> {
  return name === 'helpdesk-bot'
    ? { grant_type: 'client_credentials', client_id: name, client_secret: bot }
    : { grant_type: person, person: name };
}

async function issued(identity: string, form: Record<string, string>): Promise<string> {
  const body = await posted(`${identity}/token`, { body: new URLSearchParams(form) });
  return String(body['access_token']);
}

async function posted(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', ...init });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
