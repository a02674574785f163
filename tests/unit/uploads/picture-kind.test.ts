import { describe, expect, it } from "vitest";
import { attachmentProblem, MAX_ATTACHMENT } from "~/domain/attachment-rules";
import { pictureKind } from "#server/uploads/receive.server";
import { picture } from "../../kit/data/pictures";

const text = (content: string) => Buffer.from(content);

describe("the kind of a picture", () => {
  it.each([
    ["a.png", picture.png, "image/png"],
    ["A.PNG", picture.png, "image/png"],
    ["a.gif", picture.gif, "image/gif"],
    ["a.jpg", picture.jpg, "image/jpeg"],
    ["a.jpeg", picture.jpg, "image/jpeg"],
    ["写真 (1).JPEG", picture.jpg, "image/jpeg"],
    ["a.exe.png", picture.png, "image/png"],
    // Forwarded with its actual type, not the one that its name claims.
    ["really-a-jpeg.png", picture.jpg, "image/jpeg"],
  ])("%s is taken [P135.7]", async (name, head, type) => {
    expect((await pictureKind(name, head))?.type).toBe(type);
  });

  it.each([
    ["a.png.exe", picture.png],
    ["a.svg", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a.png", text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a.png", text("<!doctype html><script>alert(1)</script>")],
    ["a.gif", text("GIF")],
    ["a.gif", text("GIF<script>alert(1)</script>")],
    ["a.jpg", text("%PDF-1.7\n")],
    ["a.png", Buffer.from("504b0304140000000800", "hex")],
    ["a.jpg", Buffer.from("4d5a90000300000004000000", "hex")],
    ["a.png", Buffer.from("524946462400000057454250565038", "hex")],
    ["a.png", Buffer.from("424d3a00000000000000", "hex")],
    ["a.png", Buffer.alloc(0)],
    ["png", picture.png],
    [".png ", picture.png],
    ["a.png\u0000.txt", picture.png],
    ["", picture.png],
  ])("%j is refused [P135.10]", async (name, head) => {
    expect(await pictureKind(name, head)).toBeUndefined();
  });
});

describe("what name and size tell", () => {
  it.each([
    ["a.png", MAX_ATTACHMENT, undefined],
    ["a.png", MAX_ATTACHMENT + 1, "size"],
    ["a.png", 0, "empty"],
    ["a.svg", 10, "type"],
    ["a.exe", MAX_ATTACHMENT + 1, "type"],
  ])("%s of %i bytes: %s [A351.1]", (name, size, problem) => {
    expect(attachmentProblem({ name, size })).toBe(problem);
  });
});
