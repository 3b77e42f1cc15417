export interface TelemetryOptions {
  readonly service: string;
  /** Base URL of an OTLP/HTTP collector, for example `http://collector:4318`. Absent: nothing is started. */
  readonly otlpEndpoint?: string | undefined;
}

export interface Telemetry {
  readonly exporting: boolean;
  /** Sends what is buffered and stops. Never rejects: a dead collector must not spoil an orderly stop. */
  stop(): Promise<void>;
}

/**
 * Starts the OpenTelemetry SDK when, and only when, there is a collector to send to.
 * The SDK is imported inside: it takes longer to load than everything else of a service together, and most
 * runs (tests, demo, CLI) have no collector.
 */
export async function startTelemetry({ service, otlpEndpoint }: TelemetryOptions): Promise<Telemetry> {
  if (otlpEndpoint === undefined || otlpEndpoint === '') {
    return { exporting: false, stop: () => Promise.resolve() };
  }
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  const sdk = new NodeSDK({
    serviceName: service,
    autoDetectResources: false,
    traceExporter: new OTLPTraceExporter({ url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces` }),
    // Logs leave through standard output alone, where the list of fields holds.
    logRecordProcessors: [],
  });
  sdk.start();
  return { exporting: true, stop: () => sdk.shutdown().catch(() => undefined) };
}
