import type { Person } from './people.js';

/** A page with one button a person. It carries the client's request along in hidden fields. */
export function signInPage(people: readonly Person[], query: URLSearchParams): string {
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const buttons = people.map(
    ({ sub, name, tenant, roles }) =>
      `<button name="person" value="${escaped(sub)}">${escaped(name)}
       <small>${escaped(roles.join(', ') || 'no role')} · ${escaped(tenant)}</small></button>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in to the sandbox</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 10vh auto; padding: 0 1rem; }
  button { display: block; width: 100%; margin: .5rem 0; padding: .75rem 1rem; font: inherit; text-align: left; }
  small { display: block; color: #555; }
</style>
<h1>Sign in</h1>
<p>This is a sandbox: choose who you are.</p>
<form method="post" action="/authorize">
${hidden.join('\n')}
${buttons.join('\n')}
</form></html>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
