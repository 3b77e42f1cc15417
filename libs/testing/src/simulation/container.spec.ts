import 'reflect-metadata';
import { describe, expect, test } from '@jest/globals';
import {
  Body,
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  Post,
  UseGuards,
} from '@nestjs/common';
import { Container } from './container.js';

interface Asked {
  readonly headers: { readonly authorization?: string };
  who?: string;
}

@Injectable()
class LetsInWhoeverHasAToken implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Asked>();
    if (request.headers.authorization === undefined) throw new Error('token_missing');
    request.who = request.headers.authorization.slice('Bearer '.length);
    return true;
  }
}

class OnlyTexts implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value !== 'string') throw new Error('body_invalid');
    return value;
  }
}

const Who = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<Asked>().who;
});

@Controller('v1/words')
@UseGuards(LetsInWhoeverHasAToken)
class Words {
  @Post()
  say(@Who() who: string, @Body(new OnlyTexts()) text: string): string {
    return `${who}: ${text}`;
  }
}

class WordsModule {}

const container = new Container({ module: WordsModule, controllers: [Words] }, new Map());
const say = (sent: { token?: string; body: unknown }) =>
  container.request({ method: 'POST', route: '/v1/words', params: {}, ...sent });

describe('a controller behind a guard and a pipe', () => {
  test('is given what its decorators ask for', async () => {
    expect(await say({ token: 'ada', body: 'Hello.' })).toBe('ada: Hello.');
  });

  test('is not reached by whom the guard refuses', async () => {
    await expect(say({ body: 'Hello.' })).rejects.toThrow('token_missing');
  });

  test('is not reached with what the pipe refuses', async () => {
    await expect(say({ token: 'ada', body: 7 })).rejects.toThrow('body_invalid');
  });
});
