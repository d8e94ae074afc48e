import { Problem } from './cli.mjs';

/** Checks a vector that the caller gives: numbers, not all of them 0, as many as `dimensions` where that is known. */
export function checkVector(vector, dimensions, where) {
  if (!Array.isArray(vector) || vector.length === 0 || !vector.every((value) => Number.isFinite(value))) {
    throw new Problem(`${where}: a vector is a JSON array of numbers, such as [0.1, -0.2]`);
  }
  if (dimensions !== undefined && vector.length !== dimensions) {
    throw new Problem(`${where}: the vector has ${vector.length} numbers, those of this store have ${dimensions}`);
  }
  if (vector.every((value) => value === 0)) throw new Problem(`${where}: the vector is 0 and has no direction`);
  return vector;
}

/** The bytes of a vector of length 1: 32-bit floats. */
export function encode(vector) {
  const largest = Math.max(...vector.map(Math.abs));
  const scaled = vector.map((value) => value / largest);
  const length = Math.hypot(...scaled);
  return Buffer.from(Float32Array.from(scaled, (value) => value / length).buffer);
}

/** A function that gives the cosine of the angle between a stored vector and this one: -1 to 1. */
export function compareWith(vector) {
  const wanted = decode(encode(vector));
  return (bytes) => decode(bytes).reduce((sum, value, index) => sum + value * wanted[index], 0);
}

function decode(bytes) {
  return new Float32Array(bytes.slice().buffer);
}
