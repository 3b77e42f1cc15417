import type { JsonObject } from '@countersign/domain';
import type { IngressName, Schemas } from './contract-schemas.js';
import type { JsonSchema } from './json-schema.js';

/** The parts of AsyncAPI 3.0 that the contracts use. */
export interface AsyncApiDocument {
  readonly asyncapi: '3.0.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string };
  };
  readonly defaultContentType: 'application/json';
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Schemas;
  };
}

export interface Reference {
  readonly $ref: string;
}

/** A topic. */
export interface Channel {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly messages: Readonly<Record<string, Reference>>;
  readonly bindings: { readonly kafka: { readonly topic: string; readonly bindingVersion: string } };
}

/** Who sends what to a topic, or receives it from there. */
export interface Operation {
  readonly action: 'send' | 'receive';
  readonly title: string;
  readonly channel: Reference;
  readonly messages: readonly Reference[];
  readonly tags: readonly { readonly name: string }[];
}

export interface Message {
  /** The value of `ce_type`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly contentType: string;
  readonly headers: JsonSchema;
  readonly payload: JsonSchema;
  readonly correlationId?: { readonly location: string };
  readonly bindings: { readonly kafka: { readonly key: JsonSchema; readonly bindingVersion: string } };
  readonly examples?: readonly MessageExample[];
}

export interface MessageExample {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: JsonObject;
}

export const kafkaBinding = '0.5.0';
export const schemaRef = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` });
export const messageRef = (name: string): Reference => ({ $ref: `#/components/messages/${name}` });
export const nameInRef = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Who is not a service of ours. */
export type Party = 'outside parties';
export type ChannelName =
  | 'cases'
  | 'proposals'
  | 'stops'
  | 'customerRequests'
  | 'approvalDecisions'
  | 'replies'
  | 'deadLetters';
export const channelOfIngress: Readonly<Record<IngressName, 'customerRequests' | 'approvalDecisions'>> = {
  CustomerRequest: 'customerRequests',
  ApprovalDecision: 'approvalDecisions',
};
