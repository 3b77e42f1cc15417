/**
 * The planner with a model behind it, over the AI SDK, for OpenAI-compatible and Anthropic providers. It refuses to
 * call what it has no price for, or what the bounds of a case cannot pay for. Its one invariant: what a model gets
 * is instructions of ours and one document of data, and what comes of it is one step, still to be checked.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Ports } from '@countersign/contracts';
import type { LanguageModel } from 'ai';
import type { Planner } from '../port/step.js';
import type { ModelChoice } from '../settings.js';
import { ModelPlanner } from './model-planner.js';
import { RulesFirst } from './rules-first.js';

// Warnings of the SDK are free text on the terminal; what matters of them comes back as an error of a call.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The planner that the configuration chose, with rules for what no model decides. */
export function modelPlanner(choice: ModelChoice, rules: Planner, ports: Ports): Planner {
  const { name, provider, price, timeoutMs, outputTokensMax } = choice;
  const model = languageModel(choice, ports);
  const settings = { price, timeoutMs, outputTokensMax, ports };
  return new RulesFirst(rules, new ModelPlanner({ ...settings, model, modelName: `${provider}/${name}` }));
}

function languageModel(
  { provider, name, baseUrl, key, holdsToSchema }: ModelChoice,
  { network }: Ports,
): LanguageModel {
  const apiKey = key === undefined ? {} : { apiKey: key };
  if (provider === 'anthropic') {
    const url = baseUrl === undefined ? {} : { baseURL: baseUrl };
    return createAnthropic({ ...url, ...apiKey, fetch: network.fetch })(name);
  }
  return createOpenAICompatible({
    ...{ name: 'openai-compatible', baseURL: baseUrl ?? '', ...apiKey, fetch: network.fetch },
    ...{ includeUsage: true, supportsStructuredOutputs: holdsToSchema },
  })(name);
}
