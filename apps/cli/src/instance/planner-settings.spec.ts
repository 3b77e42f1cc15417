import { describe, expect, it } from '@jest/globals';
import { plannerSettings } from './planner-settings.js';

describe('given the environment that somebody starts from', () => {
  it('when it chooses a planner, then that is handed on, and nothing else of it', () => {
    const env = { PLANNER: 'model', MODEL_NAME: 'm', HOME: '/home/a', AWS_SECRET: 'x', MODELS: 'no' };
    expect(plannerSettings(env, 'prices.json')).toEqual({
      ...{ PLANNER: 'model', MODEL_NAME: 'm', MODEL_PRICES_FILE: 'prices.json' },
    });
  });

  it('when it names a price table of its own, then that one is used', () => {
    expect(plannerSettings({ MODEL_PRICES_FILE: 'mine.json' }, 'prices.json')).toEqual({
      MODEL_PRICES_FILE: 'mine.json',
    });
  });
});
