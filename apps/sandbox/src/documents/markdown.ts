export interface Section {
  /** The number it is cited by, such as `3.1`. */
  id: string;
  heading: string;
  text: string;
}

export interface ParsedDocument {
  title: string;
  sections: Section[];
}

const TITLE = /^# (.+)$/m;
const HEADING = /^#{2,3} (\d+(?:\.\d+)*) (.+)$/;

/**
 * Reads a policy document: one `#` title, then `##` and `###` headings that begin with a number. A heading
 * without text of its own is left out, since there is nothing to cite.
 */
export function parseDocument(markdown: string): ParsedDocument | undefined {
  const title = TITLE.exec(markdown)?.[1];
  if (title === undefined) return undefined;
  const sections: Section[] = [];
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line);
    const current = sections.at(-1);
    if (heading?.[1] !== undefined && heading[2] !== undefined) {
      sections.push({ id: heading[1], heading: heading[2], text: '' });
    } else if (current !== undefined) {
      current.text += `${line}\n`;
    }
  }
  const written = sections.map((section) => ({ ...section, text: section.text.trim() }));
  return { title, sections: written.filter((section) => section.text !== '') };
}
