import type { SandboxOptions, ServerName } from './sandbox.js';
import { DEFAULT_KEYS, DEFAULT_PORTS, SERVER_NAMES } from './sandbox.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment once. README.md lists the names.
 * @throws an error with the code `config_invalid` that names every wrong key and prints no value.
 */
export function configFrom(environment: Environment): SandboxOptions {
  const wrong: string[] = [];
  const whole = (name: string, otherwise: number, most: number): number => {
    const text = environment[name];
    if (text === undefined || text === '') return otherwise;
    if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text);
    wrong.push(name);
    return otherwise;
  };
  const oneOf = <T extends string>(name: string, [first, ...others]: readonly [T, ...T[]]): T => {
    const text = environment[name];
    const found = [first, ...others].find((option) => option === text);
    if (found === undefined && text !== undefined && text !== '') wrong.push(name);
    return found ?? first;
  };
  const text = (name: string, otherwise: string): string => environment[name] || otherwise;

  const paymentsWebhook = webhookFrom(environment);
  if (paymentsWebhook === 'wrong')
    wrong.push('SANDBOX_PAYMENTS_WEBHOOK_URL', 'SANDBOX_PAYMENTS_WEBHOOK_SECRET');

  const options: SandboxOptions = {
    ...(typeof paymentsWebhook === 'object' ? { paymentsWebhook } : {}),
    dataFolder: text('SANDBOX_DATA_FOLDER', '.countersign/sandbox'),
    ports: Object.fromEntries(SERVER_NAMES.map((name) => [name, port(name, whole)])),
    standInsPort: whole('SANDBOX_STAND_INS_PORT', 4_820, 65_535),
    host: text('SANDBOX_HOST', '127.0.0.1'),
    fresh: oneOf('SANDBOX_FRESH', ['no', 'yes']) === 'yes',
    synchronous: oneOf('SANDBOX_SYNCHRONOUS', ['full', 'normal']),
    tokenLifetimeSeconds: whole('SANDBOX_TOKEN_LIFETIME_SECONDS', 3_600, 86_400),
    adminKeyRequired: oneOf('SANDBOX_ADMIN_KEY_REQUIRED', ['no', 'yes']) === 'yes',
    keys: {
      orders: text('SANDBOX_ORDERS_KEY', DEFAULT_KEYS.orders),
      payments: text('SANDBOX_PAYMENTS_KEY', DEFAULT_KEYS.payments),
      directory: text('SANDBOX_DIRECTORY_KEY', DEFAULT_KEYS.directory),
      admin: text('SANDBOX_ADMIN_KEY', DEFAULT_KEYS.admin),
      helpdeskBot: text('SANDBOX_HELPDESK_BOT_SECRET', DEFAULT_KEYS.helpdeskBot),
    },
  };
  if (wrong.length > 0) {
    const message = `These settings have a wrong value: ${wrong.join(', ')}.`;
    throw Object.assign(new Error(message), { code: 'config_invalid', keys: wrong });
  }
  return Object.freeze(options);
}

function port(name: ServerName, whole: (key: string, otherwise: number, most: number) => number): number {
  return whole(`SANDBOX_${name.toUpperCase()}_PORT`, DEFAULT_PORTS[name], 65_535);
}

/** An address and what is signed with, or neither. */
function webhookFrom({
  SANDBOX_PAYMENTS_WEBHOOK_URL: url = '',
  SANDBOX_PAYMENTS_WEBHOOK_SECRET: secret = '',
}: Environment): { url: string; secret: string } | 'none' | 'wrong' {
  if (url === '' && secret === '') return 'none';
  return URL.canParse(url) && secret !== '' ? { url, secret } : 'wrong';
}
