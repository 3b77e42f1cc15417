import { describe, expect, it } from '@jest/globals';
import { contractDocument } from '../document.js';
import { contractPage } from './contract-page.js';
import { fieldRows } from './field-rows.js';
import { html, withCode } from './html.js';

const document = contractDocument('0.1.0', {});
const page = contractPage(document);

describe('the page', () => {
  it('shows every topic and every message on it, each under an id of its own', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [key, { messages }] of Object.entries(document.channels)) {
      const wanted = [key, ...Object.keys(messages).map((name) => `${key}-${name}`)];
      expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });
  it('links only to places in it and to files beside it', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, to = '']) => to);
    const isThere = (to: string) =>
      to.startsWith('#')
        ? ids.has(to.slice(1))
        : to === 'asyncapi.json' || /^schemas\/\w+\.v\d+\.json$/.test(to);
    expect(links.filter((to) => !isThere(to))).toEqual([]);
  });
  it('fetches nothing and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|src=/);
  });
  it('is light and dark', () => {
    expect(page).toContain('prefers-color-scheme: dark');
  });
  it('takes nothing for markup that was not written as such', () => {
    expect(html`<p>${'<b>&"'}</p>`.text).toBe('<p>&lt;b&gt;&amp;&quot;</p>');
    expect(withCode('`<x>` is <y>').text).toBe('<code>&lt;x&gt;</code> is &lt;y&gt;');
  });
});

describe('fields', () => {
  it('are told with their path, type and rules', () => {
    const rows = fieldRows(document.components.schemas['ProposalDrafted.v1'] ?? {});
    expect(rows.find(({ path }) => path === 'action.money.amountMinor')).toMatchObject({
      type: 'whole number',
    });
    expect(rows.find(({ path }) => path === 'action.evidence[].basis')?.notes).toEqual([
      '`record` · `stated` · `policy`',
    ]);
    expect(rows.find(({ path }) => path === 'origin (kind case).caseId')?.isRequired).toBe(true);
    expect(rows.find(({ path }) => path === 'action.money')?.isRequired).toBe(false);
  });
  it('say when they may be sealed, and are told as what they are in clear', () => {
    const [row] = fieldRows(document.components.schemas['CustomerMessageReceived.v1'] ?? {}).filter(
      ({ path }) => path === 'text',
    );
    expect(row).toMatchObject({ type: 'text', notes: ['at most 100\u00a0000 characters', 'may be sealed'] });
  });
});
