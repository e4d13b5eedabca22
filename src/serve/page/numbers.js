// Numbers as people read them, rounded outward: exactly, by whole-number arithmetic on the bits of a double.

// A finite double as [whole, exponent]: whole * 2^exponent.
function parts(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0), biased = Number((bits >> 52n) & 0x7ffn), fraction = bits & 0xfffffffffffffn;
  const whole = biased ? fraction | 0x10000000000000n : fraction;
  return [bits >> 63n ? -whole : whole, (biased || 1) - 1075];
}

// With so many decimals; up or down to the next such number that is not below or above the double.
export function fixed(value, decimals, up) {
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : value < 0 ? "-infinite" : "?";
  const [whole, exponent] = parts(value);
  let top = whole * 10n ** BigInt(decimals), bottom = 1n;
  if (exponent >= 0) top <<= BigInt(exponent);
  else bottom <<= BigInt(-exponent);
  let quotient = top / bottom; // towards 0
  const rest = top % bottom;
  if (up && rest > 0n) quotient++;
  if (!up && rest < 0n) quotient--;
  const negative = quotient < 0n, digits = String(negative ? -quotient : quotient).padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return (negative ? "-" : "") + digits.slice(0, split) + (decimals ? "." + digits.slice(split) : "");
}

// Decimals that show so many digits of a number.
export function decimals(value, digits) {
  if (!Number.isFinite(value) || value === 0) return digits;
  return Math.min(Math.max(digits - 1 - Math.floor(Math.log10(Math.abs(value))), 0), 20);
}

export const up = (value, digits) => fixed(value, decimals(value, digits), true);
export const down = (value, digits) => fixed(value, decimals(value, digits), false);

// With so many digits, as 3.763e-08, up; for numbers above 0.
export function exponent(value, digits) {
  const text = value.toExponential(digits - 1), [digitsOf, power] = text.split("e");
  if (!(value > 0) || Number(text) >= value) return Number(text) >= 1e-4 ? String(Number(text)) : `${Number(digitsOf)}e-${power.slice(1).padStart(2, "0")}`;
  return exponent(Number(`${(Number(digitsOf.replace(".", "")) + 1) / 10 ** (digits - 1)}e${power}`), digits);
}

// A bracket with enough decimals to tell its ends apart, and not more than say something.
export function bracket(lower, upper) {
  if (!Number.isFinite(upper)) return [down(lower, 6), "infinite"];
  const width = upper - lower, places = width > 0 ? Math.min(Math.max(1 - Math.floor(Math.log10(width)), 3), 9) : 9;
  return [fixed(lower, places, false), fixed(upper, places, true)];
}

// A share as per cent with two decimals, rounded up; and (1 + share)/2, how often the better of two guesses is right.
const hundredths = (share) => BigInt(fixed(share, 4, true).replace(".", ""));
const asPercent = (whole) => `${whole / 100n}.${String(whole % 100n).padStart(2, "0")}\u00a0%`;
export const percent = (share) => asPercent(hundredths(share));
export const percentRight = (share) => asPercent((10001n + hundredths(share)) / 2n);

// What JSON has no number for comes as a text.
export const number = (value) => (value === "Infinity" ? Infinity : value === "-Infinity" ? -Infinity : value);
