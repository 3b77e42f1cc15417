import type { DynamicModule, Provider } from '@nestjs/common';
import * as token from './tokens.js';
import type { Wiring } from './wiring.js';

class WiringModule {}

/** Makes a wiring's parts injectable everywhere in the service. */
export function wiringModule<Config>(wiring: Wiring<Config>): DynamicModule {
  const providers: Provider[] = [
    { provide: token.proposalsToken, useValue: wiring.proposals },
    { provide: token.casesToken, useValue: wiring.cases },
    { provide: token.storeToken, useValue: wiring.store },
    { provide: token.portsToken, useValue: wiring.ports },
    { provide: token.configToken, useValue: wiring.config },
    { provide: token.loggerToken, useValue: wiring.logger },
    { provide: token.readModelsToken, useValue: wiring.readModels },
    { provide: token.liveToken, useValue: wiring.live },
    { provide: token.ingressToken, useValue: wiring.ingress },
    { provide: token.workerToken, useValue: wiring.worker },
    { provide: token.shutdownToken, useValue: wiring.shutdown },
  ];
  return { module: WiringModule, global: true, providers, exports: providers };
}
