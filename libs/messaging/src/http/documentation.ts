import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** The page at `/docs` and the document at `/openapi.json`, made from the controllers. */
export function openDocumentation(app: NestFastifyApplication, title: string): void {
  const description =
    'Errors are problem documents (RFC 9457), `application/problem+json`, with a stable `code`.';
  const config = new DocumentBuilder()
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .addBearerAuth()
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
  });
}
