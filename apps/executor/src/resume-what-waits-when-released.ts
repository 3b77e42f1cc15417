import type { Heard } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type ResumingPorts, resumeHeld } from './execution/resume-held.js';

export const resumingToken = 'executor:resuming';

/** A person released a target or a tenant: what it held back goes on by itself, checked anew like anything else. */
@Controller()
export class ResumeWhatWaitsWhenReleased {
  constructor(@Inject(resumingToken) private readonly ports: ResumingPorts) {}

  @EventPattern('Released')
  async resume(@Payload() heard: Heard<'Released'>): Promise<void> {
    await resumeHeld(this.ports, heard);
  }
}
