//! Pictures of somebody's own in any usual format: JPEG, WebP, TIFF and PNG, told by their content, within limits.

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::io::{BufReader, Cursor};

/// The endings of files that are taken for pictures.
pub const ENDINGS: [&str; 6] = [".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff"];

/// Bytes that a decoder may need besides those of the picture.
const AROUND: u64 = 64 << 20;

/// The name of a picture without its ending, if it has one of a picture.
pub fn stem(name: &str) -> Option<&str> {
    let ending = ENDINGS.into_iter().find(|ending| name.to_ascii_lowercase().ends_with(ending))?;
    name.get(..name.len() - ending.len())
}

/// A picture of at most so many pixels as a PNG file, with its width and height. A PNG file stays as it is; what a camera
/// turned is turned upright.
///
/// # Errors
/// When it is of another format, broken or too large.
pub fn png_of(bytes: Vec<u8>, most: u64) -> Result<(Vec<u8>, (u32, u32)), String> {
    let format = image::guess_format(&bytes).ok();
    match format {
        Some(ImageFormat::Png) => measure(&bytes, most).map(|size| (bytes, size)),
        Some(format @ (ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Tiff)) => converted(&bytes, format, most),
        _ => Err("expected a picture: PNG, JPEG, WebP or TIFF".to_owned()),
    }
}

/// Width and height of a PNG file, read to its end row by row, so that a picture that swells stays small in memory.
fn measure(bytes: &[u8], most: u64) -> Result<(u32, u32), String> {
    let broken = |e: png::DecodingError| format!("expected a PNG picture: {e}");
    let mut decoder = png::Decoder::new_with_limits(BufReader::new(Cursor::new(bytes)), png::Limits::default());
    let size = sound(decoder.read_header_info().map_err(broken)?.size(), most)?;
    let mut rows = decoder.read_info().map_err(broken)?;
    while rows.next_row().map_err(broken)?.is_some() {}
    Ok(size)
}

/// The sides of a picture, if it has some and not too many pixels.
fn sound((width, height): (u32, u32), most: u64) -> Result<(u32, u32), String> {
    if u64::from(width) * u64::from(height) > most || width == 0 || height == 0 {
        return Err(format!("expected at most {most} pixels, found {width} by {height}"));
    }
    Ok((width, height))
}

/// A picture of another format as a PNG file.
fn converted(bytes: &[u8], format: ImageFormat, most: u64) -> Result<(Vec<u8>, (u32, u32)), String> {
    let broken = |e: image::ImageError| format!("expected a sound picture: {e}");
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(most * 4 + AROUND);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(broken)?;
    sound(decoder.dimensions(), most)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    picture.apply_orientation(orientation);
    let size = (picture.width(), picture.height());
    let (colour, data) = match picture.color().has_alpha() {
        true => (png::ColorType::Rgba, picture.into_rgba8().into_raw()),
        false => (png::ColorType::Rgb, picture.into_rgb8().into_raw()),
    };
    let mut made = Vec::new();
    let mut encoder = png::Encoder::new(&mut made, size.0, size.1);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let told = |e: png::EncodingError| format!("expected a picture that can be kept as PNG: {e}");
    let mut writer = encoder.write_header().map_err(told)?;
    writer.write_image_data(&data).map_err(told)?;
    writer.finish().map_err(told)?;
    Ok((made, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbImage;

    fn sample() -> RgbImage {
        RgbImage::from_fn(48, 32, |x, y| image::Rgb([(x * 5) as u8, (y * 7) as u8, 90]))
    }

    fn file(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(sample()).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn pictures_of_every_usual_format_become_png_files_of_the_same_look() {
        for format in [ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Tiff] {
            let (made, size) = png_of(file(format), 10_000).unwrap();
            assert_eq!(size, (48, 32), "{format:?}");
            assert_eq!(measure(&made, 10_000), Ok((48, 32)), "{format:?}");
            let shown = tiny_skia::Pixmap::decode_png(&made).unwrap();
            for (x, y, colour) in sample().enumerate_pixels() {
                let pixel = shown.pixel(x, y).unwrap();
                let found = [pixel.red(), pixel.green(), pixel.blue()];
                let off = found.iter().zip(colour.0).map(|(a, b)| a.abs_diff(b)).max().unwrap();
                // JPEG may be a little off
                assert!(off <= if format == ImageFormat::Jpeg { 24 } else { 0 }, "{format:?} at {x},{y}: {off}");
            }
        }
    }

    #[test]
    fn what_a_file_is_its_content_says_and_not_its_name() {
        for name in ["red-1-0.png", "red-1-0.JPG", "red-1-0.jpeg", "red-1-0.webp", "red-1-0.TIFF"] {
            assert_eq!(stem(name), Some("red-1-0"));
        }
        assert_eq!((stem("red.gif"), stem("board.txt"), stem("png")), (None, None, None));
        let told = png_of(b"GIF89a and more".to_vec(), 100).unwrap_err();
        assert_eq!(told, "expected a picture: PNG, JPEG, WebP or TIFF");
    }

    #[test]
    fn broken_and_huge_pictures_are_refused() {
        for format in [ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Tiff] {
            let whole = file(format);
            let told = png_of(whole.clone(), 48 * 32 - 1).unwrap_err();
            assert_eq!(told, "expected at most 1535 pixels, found 48 by 32", "{format:?}");
            for cut in (0..whole.len()).step_by(7) {
                // no panic; a JPEG that lacks its end may be shown
                let _ = png_of(whole[..cut].to_vec(), 10_000);
            }
            assert!(png_of(whole[..whole.len() / 4].to_vec(), 10_000).is_err(), "{format:?}");
        }
    }

    fn png(size: (u32, u32)) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&vec![120; (size.0 * size.1) as usize]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn a_picture_is_measured_and_a_cut_or_huge_one_is_refused() {
        assert_eq!(measure(&png((40, 30)), 10_000_000), Ok((40, 30)));
        let whole = png((400, 300));
        assert!(measure(&whole[..whole.len() / 2], 10_000_000).unwrap_err().contains("expected a PNG picture"));
        // a header that claims more than anybody can hold
        let mut huge = png((4, 4));
        huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
        let checksum = crc32(&huge[12..29]);
        huge[29..33].copy_from_slice(&checksum.to_be_bytes());
        assert!(measure(&huge, 10_000_000).unwrap_err().contains("found 65536 by 65536"));
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
        })
    }
}
