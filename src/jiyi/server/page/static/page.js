// The little that needs a script; everything else is forms and links.
"use strict";

// "Select all" of a list.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-all]")) {
    for (const box of document.querySelectorAll(`input[name="${event.target.dataset.all}"]`)) {
      box.checked = event.target.checked;
    }
  }
});

// Lists that are gone through with the keyboard: j and k move, x selects.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text], input[type=search], textarea, select")) {
    return;
  }
  const boxes = [...document.querySelectorAll("input[data-row]")];
  const at = boxes.indexOf(document.activeElement);
  if (boxes.length && (event.key === "j" || event.key === "k")) {
    boxes[Math.min(boxes.length - 1, Math.max(0, at + (event.key === "j" ? 1 : -1)))].focus();
  } else if (at >= 0 && event.key === "x") {
    boxes[at].click();
  }
});

// On a narrow screen the menu is longer than the screen: show where one is.
document.addEventListener("DOMContentLoaded", () => {
  const here = document.querySelector("nav [aria-current]");
  if (here) {
    const menu = here.closest("nav"); // not scrollIntoView: the keyboard would begin there
    menu.scrollLeft = here.offsetLeft - menu.offsetLeft - (menu.clientWidth - here.offsetWidth) / 2;
  }
});

// What was just done is where a keyboard goes on.
document.addEventListener("DOMContentLoaded", () => {
  const done = document.querySelector(".done");
  if (done) {
    done.tabIndex = -1;
    done.focus();
  }
});

// A part that could not be fetched: the whole page tells why.
document.addEventListener("htmx:responseError", () => window.location.reload());

// A slider over days moves the date beside it.
document.addEventListener("input", (event) => {
  const slide = event.target;
  if (slide.matches("[data-first]")) {
    const day = new Date(`${slide.dataset.first}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + Number(slide.value));
    document.getElementById(slide.dataset.date).value = day.toISOString().slice(0, 10);
  }
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-first]")) {
    document.getElementById(event.target.dataset.date).dispatchEvent(new Event("change", { bubbles: true }));
  }
});
