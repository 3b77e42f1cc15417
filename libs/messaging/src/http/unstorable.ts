import { textFault } from '@countersign/contracts';

export interface TextFault {
  readonly path: string;
  readonly reason: string;
}

/** The first text of a request that the store could not keep as it is: in the body, the query or the path. */
export function unstorableIn(request: {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: unknown;
}): TextFault | undefined {
  return (
    textFault(plain(request.body), '') ??
    textFault(plain(request.query), 'query') ??
    textFault(plain(request.params), 'path')
  );
}

/** Bytes are not text; whoever takes them looks for themselves. */
const plain = (value: unknown): unknown => (ArrayBuffer.isView(value) ? undefined : value);
