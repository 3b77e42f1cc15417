import { type AsyncApiDocument, type Channel, type Message, nameInRef } from '../asyncapi-document.js';
import type { JsonSchema } from '../json-schema.js';
import { sealedValue } from '../sealed-values.js';
import { fieldRows } from './field-rows.js';
import { type Html, html, withCode } from './html.js';
import { style } from './style.js';

/** The document as one page that needs nothing else: no script, no font, no address to fetch. */
export function contractPage(document: AsyncApiDocument): string {
  const { info, channels, components } = document;
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: contracts ${info.version}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Contents">${Object.entries(channels).map(([key, channel]) => contents(key, channel))}
<a class="topic" href="#headers">Headers</a><br>
<a class="topic" href="#sealed">Sealed values</a>
</nav>
<main>
<h1>${info.title}: contracts</h1>
<p class="facts">Version ${info.version} · AsyncAPI ${document.asyncapi} · <a href="asyncapi.json">asyncapi.json</a></p>
${info.description.split(/(?<=\.) /).map((sentence) => html`<p>${withCode(sentence)}</p>`)}
<h2 id="topics">Topics</h2>
${overview(document)}
${Object.entries(channels).map(([key, channel]) => topicSection(document, key, channel))}
<h2 id="headers">Headers</h2>
${headerSections(components.schemas)}
<h2 id="sealed">Sealed values</h2>
<p>What may be sealed is a person’s words, or their name. On a topic it is an object in place of the value, and only services that hold the customer’s key can open it. The samples show it in clear.</p>
${fieldTable(sealedValue)}
</main>
</body>
</html>`.text
  }\n`;
}

function contents(key: string, { address, messages }: Channel): Html {
  return html`<a class="topic" href="#${key}">${address}</a>
<ul>${Object.keys(messages).map((name) => html`<li><a href="#${key}-${name}">${name}</a></li>`)}</ul>`;
}

function overview(document: AsyncApiDocument): Html {
  const rows = Object.entries(document.channels).map(
    ([key, { address, description, messages }]) => html`<tr>
<td><a href="#${key}">${address}</a><br>${description}</td>
<td>${Object.keys(messages).length}</td>
<td>${who(document, key, 'send').join(', ')}</td>
<td>${who(document, key, 'receive').join(', ') || nobody}</td>
</tr>`,
  );
  return html`<div class="wide"><table>
<thead><tr><th>Topic</th><th>Messages</th><th>Who writes</th><th>Who hears</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

/** Who sends or receives on a topic; or one message there. */
function who(
  document: AsyncApiDocument,
  key: string,
  action: 'send' | 'receive',
  message?: string,
): string[] {
  const all = Object.values(document.operations).filter(
    ({ action: does, channel, messages }) =>
      does === action &&
      nameInRef(channel) === key &&
      (message === undefined || messages.some((ref) => nameInRef(ref) === message)),
  );
  return [...new Set(all.flatMap(({ tags }) => tags.map(({ name }) => name)))];
}

function topicSection(document: AsyncApiDocument, key: string, channel: Channel): Html {
  const sections = Object.keys(channel.messages).map((name) => {
    const message = document.components.messages[name];
    return message === undefined ? html`` : messageSection(document, { key, name, message });
  });
  return html`<h2 id="${key}">${channel.address}</h2>
<p>${channel.description}</p>
${sections}`;
}

const nobody = 'no service; it is there to be read';

interface Shown {
  readonly key: string;
  readonly name: string;
  readonly message: Message;
}

function messageSection(document: AsyncApiDocument, { key, name, message }: Shown): Html {
  const hears = who(document, key, 'receive', name);
  const schema = message.payload.$ref === undefined ? undefined : nameInRef({ $ref: message.payload.$ref });
  const example = message.examples?.[0];
  return html`<section id="${key}-${name}">
<h3><a href="#${key}-${name}">${message.title}</a></h3>
<p>${message.summary}</p>
<dl>
<dt>ce_type</dt><dd><code>${message.name}</code></dd>
<dt>Written by</dt><dd>${who(document, key, 'send', name).join(', ')}</dd>
<dt>Heard by</dt><dd>${hears.join(', ') || nobody}</dd>
<dt>Key</dt><dd>${withCode(message.bindings.kafka.key.description ?? '')}</dd>
${schema === undefined ? html`` : html`<dt>Schema</dt><dd><a href="schemas/${schema}.json">${schema}.json</a></dd>`}
</dl>
${schema === undefined ? html`<p>${message.payload.description ?? ''}</p>` : fieldTable(document.components.schemas[schema])}
${example === undefined ? html`` : sample(example.headers, example.payload)}
</section>`;
}

function fieldTable(schema: JsonSchema = {}): Html {
  const rows = fieldRows(schema).map(
    ({ path, type, isRequired, notes }) => html`<tr>
<td><code>${path}</code></td><td>${type}</td><td class="${isRequired ? 'yes' : 'no'}">${isRequired ? 'yes' : 'no'}</td>
<td>${notes.map((note) => html`<span>${withCode(note)}</span>`)}</td>
</tr>`,
  );
  return html`<div class="wide"><table class="fields">
<thead><tr><th>Field</th><th>Type</th><th>Required</th><th>Rules</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function sample(headers: Readonly<Record<string, string>>, payload: object): Html {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<details><summary>Sample</summary>
<pre>${lines.join('\n')}

${JSON.stringify(payload, null, 2)}</pre></details>`;
}

const headerTitles: Readonly<Record<string, string>> = {
  EventHeaders: 'Of events',
  IngressHeaders: 'Of what outside parties publish',
  DeadLetterHeaders: 'Of messages that were set aside, beside their own',
};

const headerSections = (schemas: Readonly<Record<string, JsonSchema>>): Html[] =>
  Object.entries(headerTitles).map(
    ([name, title]) => html`<section id="${name}"><h3>${title}</h3>
${fieldTable(schemas[name])}</section>`,
  );
