/** The network as a port: the platform's `fetch` in production, a simulated one inside a simulation. */
export type FetchPort = (url: string, init: RequestInit) => Promise<Response>;
