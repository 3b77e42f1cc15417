import { authors } from '@countersign/contracts';
import type { Check } from './checks.js';

const file = 'docker-compose.yml';
const example = '.env.example';

/** Secrets reach containers from .env alone: each is required, none has a default, and the example names them all. */
export const composeSecretsHaveNoDefaults: Check = (tree) => {
  const used = [...(tree.get(file) ?? '').matchAll(/\$\{([A-Z_]+)([^}]*)\}/g)];
  const names = new Set(used.map(([, name]) => name));
  const listed = new Map(
    [...(tree.get(example) ?? '').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  return [
    ...used.filter(([, , rule]) => rule !== ':?').map(([all]) => `${file}: ${all} may be absent`),
    ...[...names].filter((name) => !listed.has(name)).map((name) => `${example}: no ${name}`),
    ...[...listed].filter(([, value]) => value !== '').map(([name]) => `${example}: ${name} has a value`),
    ...[...listed.keys()].filter((name) => !names.has(name)).map((name) => `${file}: nothing takes ${name}`),
  ];
};

/** Every service that appends something is a container, under its own role and no other's. */
export const composeRunsEveryService: Check = (tree) => {
  const text = tree.get(file) ?? '';
  return [...new Set(Object.values(authors).flat())].flatMap((service) => {
    const name = service.replaceAll('_', '-');
    const own = text.split(/^ {2}(?=[a-z-]+:$)/m).find((part) => part.startsWith(`${name}:\n`));
    if (own === undefined) return [`${file}: no service ${name}`];
    const roles = [...own.matchAll(/postgres:\/\/countersign_([a-z_]+):/g)].map(([, role]) => role);
    return roles.length === 1 && roles[0] === service ? [] : [`${file}: ${name} logs in as ${roles}`];
  });
};
