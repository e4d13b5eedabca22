// Curves as SVG with axes that can be read, and the same numbers as a table.
import { up } from "./numbers.js";

const width = 440, height = 290, left = 62, right = 14, top = 12, bottom = 46;

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// Round numbers from 0 or `low` to `high`.
export function ticks(low, high, wanted) {
  const raw = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw * 0.999);
  const out = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); i++) out.push(Number((i * step).toPrecision(12)));
  return out;
}

const short = (value) => (Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3) ? value.toExponential().replace("e+", "e") : String(value));

// `figure`: {title, x: {label, low, high}, y: {label, low, high, log}, series: [{name, points: [[x, y]]}], guides: [[[x, y]]]}
export function draw(place, figure) {
  const { x, y } = figure;
  const toX = (value) => left + ((value - x.low) / (x.high - x.low)) * (width - left - right);
  const toY = (value) => height - bottom - ((value - y.low) / (y.high - y.low)) * (height - top - bottom);
  const path = (points) => points.map(([a, b], i) => `${i ? "L" : "M"}${toX(a).toFixed(1)} ${toY(Math.min(Math.max(b, y.low), y.high)).toFixed(1)}`).join("");
  const parts = [];
  for (const value of ticks(x.low, x.high, 6)) {
    parts.push(`<path class="grid" d="M${toX(value).toFixed(1)} ${top}V${height - bottom}"/>`,
      `<text class="tick" x="${toX(value).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${short(value)}</text>`);
  }
  for (const value of ticks(y.low, y.high, y.log ? 6 : 5)) {
    if (y.log && !Number.isInteger(value)) continue;
    const text = y.log ? (value === 0 ? "1" : `1e${value}`) : short(value);
    parts.push(`<path class="grid" d="M${left} ${toY(value).toFixed(1)}H${width - right}"/>`,
      `<text class="tick" x="${left - 6}" y="${(toY(value) + 4).toFixed(1)}" text-anchor="end">${text}</text>`);
  }
  parts.push(`<path class="axis" d="M${left} ${top}V${height - bottom}H${width - right}" fill="none"/>`,
    `<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(14 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`);
  for (const guide of figure.guides || []) parts.push(`<path class="guide" d="${path(guide)}"/>`);
  figure.series.forEach((one, i) => { if (one.points.length) parts.push(`<path class="series s${i}" d="${path(one.points)}"/>`,
    ...one.points.map(([a, b]) => (b < y.low || b > y.high ? "" : `<circle class="dot s${i}" r="2.5" cx="${toX(a).toFixed(1)}" cy="${toY(b).toFixed(1)}"/>`))); });
  const legend = figure.series.length > 1 ? `<ul class="legend">${figure.series.map((one, i) =>
    `<li><svg viewBox="0 0 36 10" aria-hidden="true"><path class="series s${i}" d="M0 5H36"/></svg>${escaped(one.name)}</li>`).join("")}</ul>` : "";
  const wasOpen = place.querySelector("details")?.open;
  place.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(figure.title)}">${parts.join("")}</svg>${legend}<p class="help">Dots are certified upper ends; lines only join them.</p>${table(figure)}`;
  if (wasOpen) place.querySelector("details").open = true;
}

function table(figure) {
  const show = figure.y.log ? (value) => (value === -Infinity ? "0" : "1e" + up(value, 5)) : (value) => up(value, 5);
  const rows = (figure.series[0]?.points || []).map(([a], i) => `<tr><td class="number">${short(Number(a.toPrecision(6)))}</td>${figure.series.map((one) =>
    `<td class="number">${one.points[i] ? show(one.points[i][1]) : ""}</td>`).join("")}</tr>`).join("");
  return `<details><summary>The numbers of this figure</summary><table><caption>${escaped(figure.title)}; ${escaped(figure.y.label)} rounded up</caption><thead><tr><th scope="col" class="number">${escaped(figure.x.label)}</th>${figure.series.map((one) =>
    `<th scope="col" class="number">${escaped(one.name)}</th>`).join("")}</tr></thead><tbody>${rows}</tbody></table></details>`;
}
