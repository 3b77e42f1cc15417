import 'reflect-metadata';
import type { Rule } from '@countersign/messaging/simulation';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { argumentsOf, guardsOf, type Incoming, incoming, type WebRequest } from './web-request.js';

type Token = unknown;
type Instance = Record<string, unknown>;
interface Named {
  readonly index: number;
  readonly param: Token;
}
interface Recipe {
  readonly useValue?: unknown;
  readonly useFactory?: (...given: unknown[]) => unknown;
  readonly useClass?: Type;
  readonly useExisting?: Token;
  readonly inject?: readonly Token[];
}

const methods = ['GET', 'POST'];
/** Where the frame keeps what its decorators say. */
const metadata = {
  types: 'design:paramtypes',
  dependencies: 'self:paramtypes',
  pattern: 'microservices:pattern',
  path: 'path',
  method: 'method',
  handlers: ['__commandHandler__', '__queryHandler__'],
} as const;

/**
 * The parts of a service's Nest module, put together without starting Nest: a process is born and dies a few times in
 * every run, and the frame would take longer to start than the run takes. Nothing is instantiated before it is used.
 */
export class Container {
  readonly #recipes = new Map<Token, Recipe>();
  readonly #instances = new Map<Token, Promise<unknown>>();
  readonly #controllers: Type<Instance>[] = [];

  constructor(module: DynamicModule, overrides: ReadonlyMap<unknown, unknown>) {
    this.#collect(module);
    const bus = { execute: (message: object) => this.#handle(message) };
    for (const token of [CommandBus, QueryBus]) this.#recipes.set(token, { useValue: bus });
    for (const [token, useValue] of overrides) this.#recipes.set(token, { useValue });
  }

  /** Every rule, by the pattern that it hears. */
  rules(): ReadonlyMap<string, readonly Rule[]> {
    const rules = new Map<string, Rule[]>();
    for (const controller of this.#controllers) {
      for (const [name, { patterns }] of methodsOf(controller)) {
        for (const pattern of patterns) {
          const rule: Rule = async (payload) => call(await this.get(controller), name, [payload]);
          rules.set(pattern, [...(rules.get(pattern) ?? []), rule]);
        }
      }
    }
    return rules;
  }

  /** Answers as the controller does: its result, or what it throws. */
  async request(request: WebRequest, prefix = ''): Promise<unknown> {
    for (const controller of this.#controllers) {
      const base = Reflect.getMetadata(metadata.path, controller) as string;
      for (const [name, { path, verb }] of methodsOf(controller)) {
        if (path === undefined || verb !== request.method) continue;
        const route = `/${[prefix, base, path].join('/')}`.replace(/\/+/g, '/').replace(/\/$/, '');
        if (route !== request.route) continue;
        const arrived = incoming(request);
        await this.#letIn(controller, arrived);
        return call(await this.get(controller), name, argumentsOf(controller, name, arrived));
      }
    }
    throw new Error(`No ${request.method} ${request.route} in this service.`);
  }

  /** Makes what the rules need now: what a provider waits for belongs to the birth of a process, not to its work. */
  async open(): Promise<void> {
    const hearing = this.#controllers.filter((controller) =>
      methodsOf(controller).some(([, { patterns }]) => patterns.length > 0),
    );
    await Promise.all(hearing.map((controller) => this.get(controller)));
  }

  get(token: Token): Promise<unknown> {
    const known = this.#instances.get(token);
    if (known !== undefined) return known;
    const made = this.#make(token);
    this.#instances.set(token, made);
    return made;
  }

  /** Asks each guard that stands before a controller; one that refuses throws what the person is answered. */
  async #letIn(controller: Type, arrived: Incoming): Promise<void> {
    for (const guard of guardsOf(controller)) {
      if (!this.#recipes.has(guard)) this.#recipes.set(guard, { useClass: guard });
      const may = await call(await this.get(guard), 'canActivate', [arrived.context]);
      if (may !== true) throw new Error(`${guard.name} lets nobody in and says nothing.`);
    }
  }

  async #make(token: Token): Promise<unknown> {
    const recipe = this.#recipes.get(token);
    if (recipe === undefined) throw new Error(`Nothing provides ${nameOf(token)}.`);
    if ('useValue' in recipe) return recipe.useValue;
    if (recipe.useExisting !== undefined) return this.get(recipe.useExisting);
    if (recipe.useFactory !== undefined) return recipe.useFactory(...(await this.#all(recipe.inject ?? [])));
    if (recipe.useClass === undefined) throw new Error(`Nothing makes ${nameOf(token)}.`);
    const wanted = [...((Reflect.getMetadata(metadata.types, recipe.useClass) ?? []) as Token[])];
    const named = (Reflect.getMetadata(metadata.dependencies, recipe.useClass) ?? []) as readonly Named[];
    for (const { index, param } of named) wanted[index] = param;
    return new recipe.useClass(...(await this.#all(wanted)));
  }

  #all(tokens: readonly Token[]): Promise<unknown[]> {
    return Promise.all(tokens.map((each) => this.get(each)));
  }

  #collect({ imports = [], providers = [], controllers = [] }: DynamicModule): void {
    for (const each of imports) if ('module' in each) this.#collect(each);
    for (const provider of providers) this.#provide(provider);
    for (const controller of controllers) {
      this.#controllers.push(controller as Type<Instance>);
      this.#recipes.set(controller, { useClass: controller });
    }
  }

  #provide(provider: Provider): void {
    if (typeof provider === 'function') this.#recipes.set(provider, { useClass: provider });
    else this.#recipes.set(provider.provide, provider as unknown as Recipe);
  }

  async #handle(message: object): Promise<unknown> {
    for (const token of this.#recipes.keys()) {
      if (typeof token !== 'function' || !handles(token, message)) continue;
      return call(await this.get(token), 'execute', [message]);
    }
    throw new Error(`Nothing handles ${message.constructor.name}.`);
  }
}

function handles(token: object, message: object): boolean {
  return metadata.handlers.some((key) => Reflect.getMetadata(key, token) === message.constructor);
}

interface Method {
  readonly patterns: readonly string[];
  readonly path: string | undefined;
  readonly verb: string | undefined;
}

const known = new WeakMap<Type<Instance>, readonly (readonly [string, Method])[]>();

/** What the decorators say of a controller, read once: the same classes are born in every run. */
function methodsOf(controller: Type<Instance>): readonly (readonly [string, Method])[] {
  const read = known.get(controller) ?? readMethods(controller.prototype as Instance);
  known.set(controller, read);
  return read;
}

function readMethods(prototype: Instance): readonly (readonly [string, Method])[] {
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method = prototype[name];
    if (name === 'constructor' || typeof method !== 'function') return [];
    const patterns = Reflect.getMetadata(metadata.pattern, method) as readonly string[] | undefined;
    const path = Reflect.getMetadata(metadata.path, method) as string | undefined;
    const verb = methods[Reflect.getMetadata(metadata.method, method) as number];
    return [[name, { patterns: patterns?.flat() ?? [], path, verb }] as const];
  });
}

function call(instance: unknown, name: string, given: readonly unknown[]): unknown {
  const method = (instance as Record<string, (...given: unknown[]) => unknown>)[name];
  return method?.apply(instance, [...given]);
}

function nameOf(token: Token): string {
  return typeof token === 'function' ? token.name : String(token);
}
