import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Which } from './local-time.js';

const id = /^[\w.-]{1,64}$/;
const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const which: readonly Which[] = ['earlier', 'later'];

/** Which appointment. What it is now may be stated as well, and is then held against the records. */
export class BookingArguments {
  @IsString()
  @Matches(id)
  bookingId!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  bookingVersion?: number;

  /** Local date and time of the place, to the minute. */
  @IsOptional()
  @IsString()
  @Matches(localTime)
  fromLocal?: string;

  /** IANA zone of the place; both local times are of this zone. */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  zone?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_440)
  durationMinutes?: number;
}

/** The same, and to when. */
export class MoveArguments extends BookingArguments {
  @IsString()
  @Matches(localTime)
  toLocal!: string;

  /** Only for a local time that comes twice. */
  @IsOptional()
  @IsIn(which)
  which?: Which;
}
