interface Passage {
  readonly documentId: string;
  readonly version: string;
  readonly section: string;
  readonly heading: string;
  readonly text: string;
}

interface Document {
  readonly id: string;
  readonly version: number;
  readonly sections: readonly { readonly id: string; readonly heading: string; readonly text: string }[];
}

/** The specialist's index of the written policy without a database: every passage, whatever is asked. */
export class PassagesInMemory {
  readonly #documents = new Map<string, readonly Passage[]>();

  async versions(): Promise<ReadonlyMap<string, string>> {
    return new Map([...this.#documents].map(([id, [first]]) => [id, first?.version ?? '0']));
  }

  async replace(_tenant: string, { id, version, sections }: Document): Promise<void> {
    const passages = sections.map(({ id: section, heading, text }) => ({
      documentId: id,
      version: String(version),
      section,
      heading,
      text,
    }));
    this.#documents.set(id, passages);
  }

  async remove(_tenant: string, id: string): Promise<void> {
    this.#documents.delete(id);
  }

  async search(): Promise<readonly Passage[]> {
    return [...this.#documents.values()].flat().slice(0, 3);
  }
}
