import type { Service } from '@countersign/contracts';
import type { DynamicModule, Type } from '@nestjs/common';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { ServiceDefinition, Wiring } from '../wiring/wiring.js';

/** A rule written as a function, for tests of the transport. */
export interface TestRule {
  readonly pattern: string;
  hear(payload: never, wiring: Wiring<unknown>): unknown;
}

export const rule = <Payload>(
  pattern: string,
  hear: (payload: Payload, wiring: Wiring<unknown>) => unknown,
): TestRule => ({ pattern, hear });

/** A service made of such rules, each in a controller class of its own as in the apps. */
export function serviceOf(service: Service, rules: readonly TestRule[]): ServiceDefinition {
  return {
    service,
    readConfig: () => ({}),
    module: (wiring): DynamicModule => ({
      module: class TestModule {},
      controllers: rules.map((one) => controllerOf(one, wiring)),
    }),
  };
}

function controllerOf({ pattern, hear }: TestRule, wiring: Wiring<unknown>): Type {
  class Rule {
    async hear(payload: unknown): Promise<void> {
      await hear(payload as never, wiring);
    }
  }
  const method = Object.getOwnPropertyDescriptor(Rule.prototype, 'hear');
  if (method !== undefined) EventPattern(pattern)(Rule.prototype, 'hear', method);
  Controller()(Rule);
  return Rule;
}
