import type { RecoveryStep } from '@countersign/domain';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type At,
  type LookAnswer,
  Recovery,
  type RecoveryAnswer,
  recoveryToken,
} from '../recovery/recovery.js';
import { answered } from './problem-of.js';

type Done = Extract<RecoveryAnswer, { outcome: 'done' }>;

export class LookNow extends Command<LookAnswer> {
  constructor(readonly at: At) {
    super();
  }
}

export class AddNote extends Command<Done> {
  constructor(
    readonly at: At,
    readonly note: { readonly text: string; readonly key?: string },
  ) {
    super();
  }
}

export class ProposeResolution extends Command<Done> {
  constructor(
    readonly at: At,
    readonly said: { readonly step: RecoveryStep; readonly evidence: string; readonly reason: string },
  ) {
    super();
  }
}

export class SignResolution extends Command<Done> {
  constructor(
    readonly at: At,
    readonly resolutionId: string,
  ) {
    super();
  }
}

@CommandHandler(LookNow)
export class LookNowHandler implements ICommandHandler<LookNow> {
  constructor(@Inject(recoveryToken) private readonly recovery: Recovery) {}

  async execute({ at }: LookNow): Promise<LookAnswer> {
    return answered(await this.recovery.lookNow(at));
  }
}

@CommandHandler(AddNote)
export class AddNoteHandler implements ICommandHandler<AddNote> {
  constructor(@Inject(recoveryToken) private readonly recovery: Recovery) {}

  async execute({ at, note }: AddNote): Promise<Done> {
    return answered(await this.recovery.note(at, note));
  }
}

@CommandHandler(ProposeResolution)
export class ProposeResolutionHandler implements ICommandHandler<ProposeResolution> {
  constructor(@Inject(recoveryToken) private readonly recovery: Recovery) {}

  async execute({ at, said }: ProposeResolution): Promise<Done> {
    return answered(await this.recovery.propose(at, said));
  }
}

@CommandHandler(SignResolution)
export class SignResolutionHandler implements ICommandHandler<SignResolution> {
  constructor(@Inject(recoveryToken) private readonly recovery: Recovery) {}

  async execute({ at, resolutionId }: SignResolution): Promise<Done> {
    return answered(await this.recovery.sign(at, { resolutionId }));
  }
}
