import { definition as approvalService } from '@countersign/approval-service/module';
import type { Service } from '@countersign/contracts';
import { definition as coordinator } from '@countersign/coordinator/module';
import { definition as executor } from '@countersign/executor/module';
import { definition as gateway } from '@countersign/gateway/module';
import type { ServiceDefinition } from '@countersign/messaging';
import { definition as policyGate } from '@countersign/policy-gate/module';
import { definition as reconciler } from '@countersign/reconciler/module';
import { definition as refundSpecialist } from '@countersign/refund-specialist/module';

/** Every service, in the order a request meets them. */
export const services = [
  gateway,
  coordinator,
  refundSpecialist,
  policyGate,
  approvalService,
  executor,
  reconciler,
] as unknown as readonly ServiceDefinition[];

/** Where a service lives in the repository, and where its program is. */
export function folderOf(service: Service): string {
  return service.replaceAll('_', '-');
}
