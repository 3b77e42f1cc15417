import { json, refuse } from '../wire/reply.js';
import type { Route } from '../wire/router.js';
import { route, withJson } from '../wire/router.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import type { WebhookEvent, WebhookEvents } from './webhook-events.js';

interface Told {
  events: WebhookEvents;
  delivery: WebhookDelivery;
}

/** Where the provider tells what happened by itself, what it told, and a hand that repeats, reorders and delays it. */
export function webhooksAdmin({ events, delivery }: Told): Route[] {
  return [
    route('PUT', '/webhooks', pointTo(delivery)),
    route('DELETE', '/webhooks', () => {
      delivery.point(undefined);
      return json(200, { endpoint: null });
    }),
    route('GET', '/webhooks', () => json(200, shown({ events, delivery }))),
    route('POST', '/webhooks/deliveries', deliver({ events, delivery })),
  ];
}

function pointTo(delivery: WebhookDelivery) {
  return withJson((_call, { url, secret, hold = false }) => {
    if (typeof url !== 'string' || !URL.canParse(url) || typeof secret !== 'string' || secret === '') {
      return refuse(400, 'invalid_endpoint', 'url must be an address and secret must be text.');
    }
    if (typeof hold !== 'boolean') return refuse(400, 'invalid_endpoint', 'hold must be true or false.');
    delivery.point({ url, secret, hold });
    return json(200, { endpoint: { url, hold } });
  });
}

/** In the order given, each once it is answered; an id named twice is sent twice. */
function deliver({ events, delivery }: Told) {
  return withJson(async (_call, { events: ids, secret }) => {
    const found = Array.isArray(ids) ? ids.map((id) => events.find(String(id))) : [];
    if (found.length === 0 || found.includes(undefined)) {
      return refuse(400, 'event_not_found', 'events must be ids of events, in the order to send them.');
    }
    const sent = [];
    for (const event of found as WebhookEvent[]) {
      sent.push(await delivery.send(event, typeof secret === 'string' ? secret : undefined));
    }
    return json(200, { deliveries: sent });
  });
}

function shown({ events, delivery }: Told) {
  const endpoint = delivery.endpoint();
  return {
    endpoint: endpoint === undefined ? null : { url: endpoint.url, hold: endpoint.hold },
    events: events.all().map(({ id, type, createdAt, object }) => ({
      ...{ id, type, about: object.id },
      createdAt: new Date(createdAt).toISOString(),
    })),
    deliveries: delivery.deliveries(),
  };
}
