import pptxgenjs from 'pptxgenjs';

/** The package's types describe its CommonJS build, where the class is under `default`; the ES module is the class. */
const Presentation = pptxgenjs as unknown as typeof pptxgenjs.default;

export function newPresentation(): InstanceType<typeof Presentation> {
  return new Presentation();
}
