import { services, type World } from '@countersign/cli/composition';
import type { Service } from '@countersign/contracts';
import { loopbackPort } from '@countersign/event-store/embedded';

/** Where each service answers: people, or its probes alone. */
export type ServicePorts = Readonly<Record<Service, number>>;

export async function portsOfProbes(): Promise<ServicePorts> {
  const ports: Partial<Record<Service, number>> = {};
  for (const { service } of services) ports[service] = await loopbackPort(0);
  return ports as ServicePorts;
}

export const portsOfWorld = (ports: ServicePorts): World['ports'] => ({
  gateway: ports.gateway,
  approvalService: ports.approval_service,
  reconciler: ports.reconciler,
});

/** Services that people talk to. */
export const isEdge = (service: Service): boolean =>
  services.some((one) => one.service === service && one.http !== undefined);
